// Writes a .gz and a .br beside every text file of the build, so that the API compresses nothing itself.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = new URL("../services/command_api/tickwheel/command_api/dashboard/", import.meta.url);
const TEXT = /\.(js|css|html|svg|json|webmanifest)$/;

for (const name of readdirSync(folder, { recursive: true })) {
  const file = new URL(name, folder);
  if (!TEXT.test(name) || !statSync(file).isFile()) continue;
  const plain = readFileSync(file);
  writeFileSync(new URL(`${name}.gz`, folder), gzipSync(plain, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  writeFileSync(new URL(`${name}.br`, folder), brotliCompressSync(plain, { params }));
}
