#!/usr/bin/env node
import module from 'node:module';

// Node 22 and newer keep the compiled bundle between runs.
module.enableCompileCache?.();
await import('../dist/main.js');
