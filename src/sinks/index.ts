/** A new sink is a file, a test and a line here. */
import { artnetSink } from './artnet/index.ts';
import { chatSink } from './chat.ts';
import { chatCommandSink } from './chat-command/index.ts';
import { chatMarkersSink } from './chat-markers.ts';
import { cueSink } from './cue.ts';
import { fileSink } from './file.ts';
import { historySink } from './history.ts';
import { liveSink } from './live.ts';
import { os2lSink } from './os2l/index.ts';
import { oscSink } from './osc.ts';
import { pageSink } from './page/index.ts';
import { radioSink } from './radio/index.ts';
import { sessionSink } from './session.ts';
import { webhookSink } from './webhook.ts';
import { websocketSink } from './websocket.ts';

export const sinkParts = [
  websocketSink,
  fileSink,
  historySink,
  cueSink,
  sessionSink,
  oscSink,
  os2lSink,
  artnetSink,
  webhookSink,
  chatSink,
  chatCommandSink,
  chatMarkersSink,
  liveSink,
  radioSink,
  pageSink,
] as const;
