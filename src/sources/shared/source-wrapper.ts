import type { PostResult, Source } from '../../core/contracts/source.ts';
import type { Finding } from '../../core/finding.ts';
import type { SourceHealth } from '../../core/health.ts';

/** Base of sources that hold back another source's reports: passes on everything else. */
export class SourceWrapper {
  protected readonly source: Source;
  /** Absent if the source takes no bodies. */
  readonly accept?: (body: unknown) => PostResult;

  constructor(source: Source) {
    this.source = source;
    if (source.accept !== undefined) {
      this.accept = source.accept.bind(source);
    }
  }

  async findings(): Promise<readonly Finding[]> {
    return (await this.source.findings?.()) ?? [];
  }

  settingsChanged(): void {
    this.source.settingsChanged?.();
  }

  health(): SourceHealth {
    return this.source.health();
  }
}
