/**
 * Sandbox and simulator reduced to their first line; ends on SIGTERM like them. argv contains the program and the port.
 */
import { createServer, type AddressInfo } from 'node:net';

const argument = (name: string) => process.argv[process.argv.indexOf(name) + 1] ?? '0';
const isSimulator = process.argv.includes('--family');
const server = createServer((socket) => socket.end());
server.on('error', () => process.exit(3));
server.listen(Number(argument(isSimulator ? '--tcp' : '--port')), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  const line = isSimulator
    ? { address: `tcp:127.0.0.1:${port}`, serialNumber: 'B61378A', model: 'test', control: '127.0.0.1:9' }
    : { url: `http://127.0.0.1:${port}`, username: 'u', password: 'p', merchant: 'm', processor: 'DUMMY_V1' };
  if (process.env['TEST_NO_LINE'] === undefined) process.stdout.write(`${JSON.stringify(line)}\n`);
});
// No SIGTERM handler: a program that leaves it at the default must be ended as well.
