import type { Problem } from '../core/errors.ts';
import { say, type Text } from '../core/message.ts';
import type { OptionTable } from '../core/option.ts';
import type { Address } from '../settings/kinds.ts';
import type { Checkable } from '../settings/parts.ts';
import { shoutcastPortOf } from '../sources/icecast/options.ts';

/** UDP, whose ports are independent of TCP's. */
const UDP_OPTION = 'osc.in.addr';

/** A shared port would go to the part that starts first. */
export function clashingPorts(tables: readonly OptionTable[]): Checkable {
  const options: OptionTable = Object.assign({}, ...tables);
  const names = Object.keys(options).filter(
    (name) => options[name]?.kind.format === 'address' && name !== UDP_OPTION,
  );
  return {
    options,
    check: (settings) =>
      clashes(
        names.flatMap((name) => {
          const address = settings[name] as Address | undefined;
          return address === undefined || address.port === 0 ? [] : portsOf(name, address);
        }),
      ),
  };
}

interface UsedPort {
  readonly option: string;
  readonly address: Address;
  readonly what: Text;
}

function portsOf(option: string, address: Address): UsedPort[] {
  const own = { option, address, what: say('clashing-ports.port', { port: address.port }) };
  const next = option === 'icecast.addr' ? shoutcastPortOf(address.port) : undefined;
  return next === undefined
    ? [own]
    : [
        own,
        {
          option,
          address: { ...address, port: next },
          what: say('clashing-ports.next-port-shoutcast-programs', { port: next }),
        },
      ];
}

function clashes(used: readonly UsedPort[]): Problem[] {
  return used.flatMap(({ option, address, what }, index) => {
    const other = used.slice(0, index).find((earlier) => isSamePort(earlier.address, address));
    return other === undefined
      ? []
      : [
          {
            where: `--${option}`,
            what: say('clashing-ports.already-taken-choose-another', { what, option: other.option }),
          },
        ];
  });
}

/** "Every address" includes each single address. */
function isSamePort(one: Address, other: Address): boolean {
  const isEvery = ({ host = '' }: Address): boolean => ['', '0.0.0.0', '::'].includes(host);
  return one.port === other.port && (isEvery(one) || isEvery(other) || one.host === other.host);
}
