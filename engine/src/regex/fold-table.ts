/**
 * Simple case folding (Unicode 17.0, CaseFolding.txt statuses C and S) as pairs of equal code points, read once
 * from V8's own `/iu`; `unicode-class.test.ts` holds it against V8. Each entry is a run of pairs (a, a + d):
 * `gap.d.count.stride` in base 36, `gap` from the last run's first `a`; count and stride are 1 where they are left out.
 */
export const FOLD_RUNS =
  "1t.w.q a.6hr 8.8c 2q.kn 0.lj b.w.n 5.6ee j.w.7 7.5vj w.3d 1.1.o.2 1e.1.3.2 7.1.8.2 h.1.n.2 " +
  "1b.1.3.2 7.5f 1.5u 1.1.2.2 4.5q 1.1 2.5p.2 2.1 3.27 1.5m 1.5n 1.1 2.5p 1.5r 1.2p 1.5v 1.5t " +
  "1.1 2.4j 1.wu9 1.5v 1.5x 1.3m 1.5y 1.1.3.2 6.62 1.1 2.62 3.1 2.62 1.1 2.61.2 2.1.2.2 4.63 " +
  "1.1 4.1 3.1k 5.1 0.2 3.1 0.2 3.1 0.2 3.1.8.2 h.1.9.2 j.1 0.2 3.1 4.1.k.2 16.1.9.2 o.8bv 1.1 " +
  "3.8bs 1.8cf.2 2.1 3.1x 1.1z 1.1.5.2 a.8bj 1.8bg 1.8bi a.wnj 5.wnf 3.wo7 1.wmg 1.wn8 4.wn8 " +
  "1.8af 1.wn5 5.8al c.89z 5.wn7 5.wmi m.wlx 1.wlu 4n.2c 0.38 0.5mh 17.1.2.2 6.1 5.3m.3 4.38 " +
  "7.12 2.11.3 4.1s 2.1r.2 2.5kz 1.w.8 1.1q 3.2o 3.1l 0.2k 2.w.2 0.2e 3.w.8.2 1.w.2.2 2.1i 1.28 " +
  "2.v 1.w.4.2 2.1b 3.5tp 7.5kj v.8 9.1.c.2 q.7 5.1 3.1 6.28.g g.w.w 2.4tq 2.4tp a.4tg 3.4te.2 " +
  "1.4tf 8.4t8 1i.1.h.2 2.4rp 14.1.r.2 1i.f 1.1.7.2 f.1.1c.2 2p.1c.12 29b.5ls.12 13.5ls 6.5ls " +
  "3.2bk.17 19.2bk.3 ir.tzk.28 28.8.6 1p4.r7m 0.r7n 1.1 6o.r9g 4.2xy h.raw 36.1.23.2 2o.1n " +
  "1s.1.1c.2 2o.8.8 g.8.6 g.8.8 g.8.8 g.8.6 h.8.4.2 f.8.8 g.22.2 2.2e.4 4.2s.2 2.3k.2 2.34.2 " +
  "2.3i.2 4.8.8 g.8.8 g.8.8 g.8.2 3.9 g.9 d.8.2 g.8.2 5.7 e.9 8v.s 1a.g.g z.1 mr.q.q 1fu.1c.1c " +
  "2o.1 7.1.3.2 b.1 3.1 b.1.1e.2 2z.1.2.2 7.1 nym.1.5.2 c.1.h.2 1g.1.e.2 4i.1.7.2 g.1.v.2 " +
  "1z.1.2.2 5.1.5.2 d.1 5.1.2.2 4.1c 2.1.a.2 t.ps 1.1.8.2 j.1.2.2 5.1.8.2 15.1 geo.1 t8.w.q " +
  "yn.14.14 4w.14.10 5c.13.j.2 1.13.5.2 c.13.7.2 g.13.3.2 8.13 1d7.1s.1f 5s.w.m 28g.w.w gww.w.w " +
  "2o.r.p o68.y.y";
