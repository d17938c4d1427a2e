"""Check all luck of a table: python verify.py FILE (a file of `tableside export`; luck.md explains every step)."""
import itertools, json, sys; from hashlib import sha256; from hmac import digest; from struct import pack, unpack
plain = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
def sha(value, salt=""): return sha256(bytes.fromhex(salt) + plain(value).encode()).hexdigest()
def mac(key, name, data): return digest(key, b"tableside-1:%s\0" % name + data, "sha256")
def stream(key, i): return (word for b in range(2**32) for word in unpack(">4Q", mac(key, b"draw", pack(">QI", i, b))))
def below(w, n): return next(word for word in w if word < 2**64 - 2**64 % n) % n
def chain(w, n): return [face := 1 + below(w, n)] + (chain(w, n) if face == n else [])
def outcome(w, kind, of, k=0):
    if kind == "pick": x = below(w, sum(of)); return next(at for at in range(len(of)) if x < sum(of[:at + 1]))
    if kind in ("roll", "explode"): return [1 + below(w, of) if kind == "roll" else chain(w, of) for _ in range(k)]
    found = list(range(of)) if kind == "order" else [thing for thing, count in of for _ in range(count)]
    if kind == "draw": return [found.pop(below(w, len(found))) for _ in range(k)]
    for j in range(of - 1, 0, -1): x = below(w, j + 1); found[j], found[x] = found[x], found[j]
    return found
def see(part): return told.get(part["sealed"]) if isinstance(part, dict) else part
def fits(r, k, ask, got): return None if None in (r.get("i"), ask, got, k) else outcome(stream(k, r["i"]), *ask) == got
def check(good, text): good or sys.exit(f"entry {seq}: {text}")
packs, rows = map(json.load(open(sys.argv[1], "rb")).get, ("packs", "entries")); used, stands, done, ok = {}, {}, [], []
told = {sha(s["value"], s["salt"]): s["value"] for e in rows for s in e["open"].get("opens", []) + e.get("secrets", [])}
log = [e["open"] for e in rows]; both = [*zip(itertools.accumulate("commit" in e and e["seq"] > 1 for e in log), log)]
seeds = {n: (e["seq"], bytes.fromhex(e["reveal"])) for n, e in both if "reveal" in e}
words = {n: b"".join(pack(">I", len(s)) + s for s in map(str.encode, e["client"])) for n, e in both if "client" in e}
keys = {n: mac(seeds[n][1], b"key", sha256(words.get(n, b"")).digest()) for n in seeds}
for (now, entry), seq, prev in zip(both, itertools.count(1), ["0" * 64, *map(sha, log)]):
    check((entry["seq"], entry["prev"]) == (seq, prev), "does not follow from the one before")
    check([p["hash"] for p in entry.get("packs", packs)] == [sha(p["records"]) for p in packs], "has another pack")
    vow = sha256(b"tableside-1:commit\0" + seeds[now][1]).hexdigest() if now in seeds else entry.get("commit")
    check(all(s["digest"] in told for s in entry.get("opens", [])) and entry.get("commit", vow) == vow, "swaps secrets")
    draws = entry.get("luck", []) + [r for d in entry.get("decisions", []) for r in d.get("choosing", []) + d["luck"]]
    used[seq] = [(r["e"], r["i"]) for r in draws if r["by"] == "sealed"]
    fresh = [pair for pair in used[seq] if pair not in stands.get(entry.get("corrects"), [])]
    first = 1 + max((i for pairs in stands.values() for e, i in pairs if e == now), default=-1)
    check(fresh == [(now, n) for n, _ in enumerate(fresh, first) if seeds.get(now, [seq])[0] >= seq], "skips a number")
    ok += [fits(r, keys.get(r["e"]), see(r["ask"]), see(r["got"])) for r in draws]; check(False not in ok, "false luck")
    if "undoes" in entry: check(done.pop() == entry["undoes"], "takes back another than the newest")
    elif {"move", "decisions", "changes", "redoes"} & entry.keys(): done.append(entry.get("redoes", seq))
    lost = [n for act in done for n in log[act - 1].get("drop", [])]
    stands = {n: used[act] for act in done if (n := log[act - 1].get("corrects", act)) not in lost}
print(f"{seq} entries in one chain; the seed gives {ok.count(True)} of {len(ok)} outcomes (others: typed or not told)")
