// Reads a JSON list of views and prints the list of their hashes, made by the code that docs/protocol.md prints.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const page = readFileSync(new URL("../../docs/protocol.md", import.meta.url), "utf8");
const code = page.match(/```js\n([^]*?function viewHash[^]*?)```/)[1];
const viewHash = new Function(code + "\nreturn viewHash;")();
const sha256 = (bytes) => createHash("sha256").update(bytes).digest();

const views = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(views.map((view) => viewHash(view, sha256))));
