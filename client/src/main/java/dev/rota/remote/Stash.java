package dev.rota.remote;

import dev.rota.Claim;
import dev.rota.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** A Stash is leases that came while nobody had asked for them, until somebody does. */
final class Stash {
  private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

  private record Kept(Lease lease, long since) {}

  private final List<Kept> kept = new ArrayList<>();

  synchronized void add(List<Lease> leases) {
    long now = System.nanoTime();
    leases.forEach(lease -> kept.add(new Kept(lease, now)));
  }

  synchronized boolean isEmpty() {
    return kept.isEmpty();
  }

  /** Takes out what this claim may have. */
  synchronized List<Lease> take(Claim claim) {
    List<Lease> taken = new ArrayList<>();
    for (Iterator<Kept> left = kept.iterator(); left.hasNext(); ) {
      Lease lease = left.next().lease();
      if (fits(lease, less(claim, taken))) {
        taken.add(lease);
        left.remove();
      }
    }
    return taken;
  }

  /** Takes out what nobody has asked for in a second. */
  synchronized List<Lease> takeStale() {
    long now = System.nanoTime();
    List<Lease> stale = new ArrayList<>();
    kept.removeIf(one -> now - one.since() > FRESH_NANOS && stale.add(one.lease()));
    return stale;
  }

  synchronized List<Lease> takeAll() {
    List<Lease> all = kept.stream().map(Kept::lease).toList();
    kept.clear();
    return all;
  }

  private static boolean fits(Lease lease, Claim claim) {
    return claim.max() > 0
        && claim.wants().stream()
            .anyMatch(want ->
                want.max() > 0
                    && want.queue().equals(lease.queue())
                    && (want.kinds().isEmpty() || want.kinds().getOrDefault(lease.kind(), 0) > 0));
  }

  /** What is left of a claim when these leases are taken from it. */
  static Claim less(Claim claim, List<Lease> taken) {
    Claim left = claim;
    for (Lease lease : taken) {
      left = less(left, lease);
    }
    return left;
  }

  private static Claim less(Claim claim, Lease lease) {
    List<Claim.Want> wants = new ArrayList<>();
    for (Claim.Want want : claim.wants()) {
      boolean its = want.queue().equals(lease.queue());
      Claim.Want left = its ? less(want, lease.kind()) : want;
      if (left.max() > 0 && (want.kinds().isEmpty() || !left.kinds().isEmpty())) {
        wants.add(left);
      }
    }
    return new Claim(wants.isEmpty() ? 0 : claim.max() - 1, wants);
  }

  private static Claim.Want less(Claim.Want want, String kind) {
    Map<String, Integer> kinds = new HashMap<>(want.kinds());
    kinds.computeIfPresent(kind, (name, most) -> most > 1 ? most - 1 : null);
    return new Claim.Want(want.queue(), want.max() - 1, kinds);
  }
}
