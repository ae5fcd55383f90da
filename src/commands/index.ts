/** A new command is a file and a line here; its code loads when called. */
import { globalOptions } from '../operator/global-options.ts';
import { removedOptions } from '../operator/removed-options.ts';
import type { CommandEntry } from '../settings/command.ts';
import type { Program } from '../settings/invocation.ts';

export const commands: readonly CommandEntry[] = [
  {
    name: 'start',
    summary: 'watch what is played and publish it',
    load: async () => (await import('./start.ts')).start,
  },
  {
    name: 'demo',
    summary: 'show the whole program with a simulated device, on this computer only',
    load: async () => (await import('./demo.ts')).demo,
  },
  {
    name: 'open',
    summary: 'let one more browser on this computer in',
    load: async () => (await import('./open.ts')).open,
  },
  {
    name: 'probe',
    summary: 'list the devices on the network and their states',
    load: async () => (await import('./probe.ts')).probe,
  },
  {
    name: 'doctor',
    summary: 'say what would go wrong in a set, and what to do',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'simulate',
    summary: 'simulate devices on this computer',
    load: async () => (await import('./simulate.ts')).simulate,
  },
  {
    name: 'ctl hide',
    summary: 'hide the track on air on every output',
    load: async () => (await import('./ctl.ts')).hide,
  },
  {
    name: 'ctl reveal',
    summary: 'reveal the track on air, whatever hid it',
    load: async () => (await import('./ctl.ts')).reveal,
  },
  {
    name: 'ctl skip',
    summary: 'feature the held track now',
    load: async () => (await import('./ctl.ts')).skip,
  },
  {
    name: 'ctl recall',
    summary: 'show the overlay again',
    load: async () => (await import('./ctl.ts')).recall,
  },
  {
    name: 'ctl end',
    summary: 'end the show: nothing is on air until the next track',
    load: async () => (await import('./ctl.ts')).end,
  },
  {
    name: 'ctl onair',
    summary: 'feature the track of a deck',
    load: async () => (await import('./ctl.ts')).onair,
  },
  {
    name: 'ctl edit',
    summary: 'correct the names of the track on air',
    load: async () => (await import('./ctl.ts')).edit,
  },
  {
    name: 'ctl now',
    summary: 'print what is on air',
    load: async () => (await import('./ctl.ts')).now,
  },
  {
    name: 'ctl health',
    summary: 'print whether all is well',
    load: async () => (await import('./ctl.ts')).health,
  },
  {
    name: 'export',
    summary: 'write a stored session as a CUE sheet, chapters or a list',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    name: 'tracklist',
    summary: 'find the tracks of a recorded set by its sound, among your own music',
    load: async () => (await import('./tracklist.ts')).tracklist,
  },
  {
    name: 'page stages',
    summary: 'write a page that shows what plays on several stages',
    load: async () => (await import('./page-stages.ts')).pageStages,
  },
  {
    name: 'streaming setup',
    summary: 'let deckcast see what a streaming account plays',
    load: async () => (await import('./streaming-setup.ts')).streamingSetup,
  },
  {
    name: 'chat setup',
    summary: 'sign in to Twitch, to write and answer in a chat there',
    load: async () => (await import('./chat-setup.ts')).chatSetup,
  },
  {
    name: 'live setup',
    summary: 'get a key of the live extension for your channel',
    load: async () => (await import('./live-setup.ts')).liveSetup,
  },
  {
    name: 'theme new',
    summary: 'create a theme of your own',
    load: async () => (await import('./theme.ts')).themeNew,
  },
  {
    name: 'theme check',
    summary: 'report what is wrong with a theme',
    load: async () => (await import('./theme.ts')).themeCheck,
  },
  {
    name: 'theme list',
    summary: 'list the built-in themes',
    load: async () => (await import('./theme.ts')).themeList,
  },
  {
    name: 'obs setup',
    summary: 'add the overlay to OBS, or reload it there',
    load: async () => (await import('./obs-setup.ts')).obsSetup,
  },
  {
    name: 'config check',
    summary: 'report everything that is wrong with the configuration',
    load: async () => (await import('./config-check.ts')).configCheck,
  },
  {
    name: 'config show',
    summary: 'list every option with its value and origin',
    load: async () => (await import('./config-show.ts')).configShow,
  },
  {
    name: 'config init',
    summary: 'write a configuration file with every option, commented out',
    load: async () => (await import('./config-init.ts')).configInit,
  },
  {
    name: 'completion',
    summary: 'print a script that completes command lines in your shell',
    load: async () => (await import('./completion.ts')).completion,
  },
  {
    name: 'license',
    summary: 'show the record of a license key',
    load: async () => (await import('./license.ts')).license,
  },
  {
    name: 'version',
    summary: 'print the build information',
    load: async () => (await import('./version.ts')).version,
  },
  {
    name: 'help',
    summary: 'show the help of deckcast or of a command',
    load: async () => (await import('./help.ts')).helpOn(commands),
  },
  {
    name: '__complete',
    summary: 'answer the scripts that `completion` prints',
    hidden: true,
    load: async () => (await import('./complete.ts')).completeFor(program),
  },
];

export const program: Program = {
  commands,
  globals: globalOptions,
  configOption: 'conf',
  removed: removedOptions,
};
