import type { Handlers } from '../endpoints.ts';
import type { DoctorMessage } from '../wire/doctor.ts';
import { WIRE_VERSION } from '../wire/events.ts';
import type { HealthMessage } from '../wire/health.ts';

export interface Doctor {
  /** Most important first. Never rejects. */
  examine(): Promise<DoctorMessage['findings']>;
  report(health: HealthMessage): Promise<Uint8Array>;
}

export function createDoctorHandlers(doctor: Doctor, health: () => HealthMessage) {
  /** Shared by concurrent requests, so that services get one query each. */
  let underWay: Promise<DoctorMessage['findings']> | undefined;

  const report: Handlers['GET /doctor/report'] = async (context) => {
    context.header('Content-Type', 'application/zip');
    context.header('Content-Disposition', 'attachment; filename="deckcast-report.zip"');
    return context.body(new Uint8Array(await doctor.report(health())));
  };

  return {
    'GET /doctor': async (context) => {
      underWay ??= doctor.examine().finally(() => {
        underWay = undefined;
      });
      return context.json({ v: WIRE_VERSION, findings: await underWay } satisfies DoctorMessage);
    },
    'GET /doctor/report': report,
    'GET /doctor/bundle': report,
  } satisfies Partial<Handlers>;
}
