// A resolver for a network namespace of a test's own: answers every name with its own address and says over HTTP who it
// is. Stands in for Weir, or for the resolver before it.
import { createSocket } from "node:dgram";
import { createServer } from "node:http";
import process from "node:process";

const [, , address = "", who = ""] = process.argv;

const HEADER_BYTES = 12;
const TYPE_A = 1;

/** The answer to a query (RFC 1035, 4.1): the question again, and for type A one record with the own address. */
function answer(query: Buffer): Buffer {
  let end = HEADER_BYTES;
  while ((query[end] ?? 0) !== 0) end += (query[end] ?? 0) + 1;
  const question = query.subarray(0, end + 5);
  const isA = query.readUInt16BE(end + 1) === TYPE_A;
  const header = Buffer.from(question);
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(isA ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  if (!isA) return header;
  const record = [0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4];
  return Buffer.concat([header, Buffer.from([...record, ...address.split(".").map(Number)])]);
}

const dns = createSocket("udp4");
dns.on("message", (query, { port, address: client }) => dns.send(answer(query), port, client));
dns.bind(53, address, () => {
  createServer((_request, response) => response.end(who)).listen(80, address, () => {
    process.stdout.write("listening\n");
  });
});
