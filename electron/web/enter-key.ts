import { readFileSync } from 'node:fs';

/**
 * True if reading the keyboard would suspend this process: the system stops a background job (`npm start &`) that reads
 * its terminal. Only Linux reports this in a file; elsewhere the keyboard is read.
 */
export function isInBackground(readStat: () => string = () => readFileSync('/proc/self/stat', 'utf8')): boolean {
  let stat: string;
  try {
    stat = readStat();
  } catch {
    return false;
  }
  // Fields of proc(5): pid (comm) state ppid pgrp session tty_nr tpgid …; comm may contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [group, foreground] = [fields[2], fields[5]];
  return group !== undefined && foreground !== undefined && foreground !== '-1' && group !== foreground;
}

/** Calls back whenever Enter is pressed in the console; the returned function stops listening. */
export function onEnter(stdin: NodeJS.ReadStream, callback: () => void): () => void {
  if (stdin.isTTY && isInBackground()) return () => {};
  const listener = (chunk: Buffer | string) => {
    if (chunk.toString().includes('\n')) callback();
  };
  stdin.on('data', listener);
  // Losing the console does not stop the till; signals do.
  stdin.on('error', () => {});
  return () => {
    stdin.off('data', listener);
    stdin.pause();
    stdin.unref?.();
  };
}
