// Preloaded into the program while it is built: writes what V8 has made of it into the file that it is told of, and ends.
import { writeFileSync } from "node:fs";
import process from "node:process";
import { Script } from "node:vm";

const run = Reflect.get(Script.prototype, "runInThisContext");
Script.prototype.runInThisContext = function runAndKeep(...options) {
  process.once("message", (file) => {
    writeFileSync(file, this.createCachedData());
    process.exit();
  });
  // A program that ends of itself is not to wait for a message.
  process.channel?.unref();
  return Reflect.apply(run, this, options);
};
