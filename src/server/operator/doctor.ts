/** The findings about everything that the set needs, for those who may operate. */
import { Hono } from 'hono';
import type { DoctorMessage } from '../../wire/doctor.ts';
import { WIRE_VERSION } from '../../wire/events.ts';
import type { HealthMessage } from '../../wire/health.ts';
import type { OperatorsOnly, Routes } from './index.ts';

/** Examines the running program; the app wires it to the parts. */
export interface Doctor {
  /** The most important first. Never rejects. */
  examine(): Promise<DoctorMessage['findings']>;
  /** The archive for a bug report. */
  bundle(health: HealthMessage): Promise<Uint8Array>;
}

export function createDoctorRoutes(doctor: Doctor, health: () => HealthMessage, only: OperatorsOnly): Routes {
  const routes: Routes = new Hono();
  /** Concurrent requests share one examination, so services get one query each. */
  let underWay: Promise<DoctorMessage['findings']> | undefined;

  routes.get('/doctor', only, async (context) => {
    underWay ??= doctor.examine().finally(() => {
      underWay = undefined;
    });
    return context.json({ v: WIRE_VERSION, findings: await underWay } satisfies DoctorMessage);
  });
  routes.get('/doctor/bundle', only, async (context) => {
    context.header('Content-Type', 'application/zip');
    context.header('Content-Disposition', 'attachment; filename="deckcast-report.zip"');
    return context.body(new Uint8Array(await doctor.bundle(health())));
  });
  return routes;
}
