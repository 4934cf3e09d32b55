/** A host reduced to its process protocol. TEST_HOST picks what it does. */
const mode = process.env['TEST_HOST'] ?? 'good';
let dataDir = '';
process.on('message', (message: { type: string; config?: { dataDir: string; platform: { url: string } | null } }) => {
  if (message.type === 'config') {
    dataDir = message.config?.dataDir ?? '';
    if (mode === 'fatal') {
      process.send?.({ type: 'fatal', failure: { code: 'CFG_INVALID', message: 'No such currency' } });
      setTimeout(() => process.exit(1), 50);
      return;
    }
    if (mode === 'throws') throw new Error('a bug at start');
    process.send?.({ type: 'ready', socket: `${dataDir}/sock`, epoch: String(process.pid) });
  }
  if (message.type === 'stop') {
    process.stdout.write('host: asked to stop\n');
    setTimeout(() => process.exit(0), 20);
  }
});
