// A registry that offers the packages of this system only makes npm leave the others out of the lock, and `npm ci` then refuses
// it everywhere. This writes them down by name and version. Run it after every `npm install <package>`.
import { readFileSync, writeFileSync } from "node:fs";

const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const path = new URL("package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));

function placeOf(owner, name) {
  for (let folder = owner; ; folder = folder.slice(0, folder.lastIndexOf("/node_modules/"))) {
    const place = `${folder}/node_modules/${name}`.replace(/^\//, "");
    if (place in lock.packages) return place;
    if (!folder.includes("/node_modules/")) return `node_modules/${name}` in lock.packages ? `node_modules/${name}` : null;
  }
}

let added = 0;
for (const [owner, pack] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(pack.optionalDependencies ?? {})) {
    if (placeOf(owner, name)) continue;
    const words = name.split(/[-/]/);
    const system = SYSTEMS.find((one) => words.includes(one)) ?? "wasi";
    lock.packages[`node_modules/${name}`] = { version, dev: true, optional: true, os: [system] };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other systems added to the lock`);
