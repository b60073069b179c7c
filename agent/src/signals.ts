import { closeSync, openSync } from "node:fs";
import process from "node:process";
import { isatty } from "node:tty";

/** The numbers of standard input, output and error. */
const STREAMS = [0, 1, 2];

/** Is there a terminal that the process belongs to? */
function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}

/** What a process is asked to stop by: a signal, or a fault that nobody caught. */
export type StopReason = "SIGINT" | "SIGTERM" | "SIGHUP" | "fault";

/**
 * Settles when the process is asked to stop, with what asks. Later signals are heard and ignored, so that the stop is a graceful one.
 * SIGHUP calls `reload`, unless it tells that the terminal, from which the process reads or to which it writes, is gone: that
 * is a stop.
 * So is a fault that nobody caught, which `tellFault` is given: Node would print its message, which may hold content, and
 * leave behind what a stop takes away.
 */
export async function untilAskedToStop(
  reload: () => void,
  tellFault: (error: unknown) => void,
): Promise<StopReason> {
  // Node undoes that nohup(1) has SIGHUP ignored; it leaves no stream on a terminal, and so does whoever detaches a program.
  const isOnTerminal = hasTerminal() && STREAMS.some((stream) => isatty(stream));
  return new Promise((resolve) => {
    // A promise that fails unheard comes here as well.
    process.on("uncaughtException", (error) => {
      tellFault(error);
      resolve("fault");
    });
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, resolve);
    // Node would open its debugger, by which whoever is on this machine reads what is scanned.
    process.on("SIGUSR1", () => undefined);
    process.on("SIGHUP", () => {
      if (isOnTerminal && !hasTerminal()) resolve("SIGHUP");
      else reload();
    });
  });
}
