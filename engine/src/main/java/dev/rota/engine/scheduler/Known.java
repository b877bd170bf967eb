package dev.rota.engine.scheduler;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Known is what times of a schedule have become already, whether that is written down or owed. */
final class Known {
  private final Map<Instant, Fate> fates = new HashMap<>();
  private final List<Arrear> arrears = new ArrayList<>();

  void put(Instant time, Fate fate) {
    fates.put(time, fate);
  }

  void put(Arrear arrear) {
    arrears.add(arrear);
  }

  void put(Judgement judgement) {
    judgement.rulings().forEach(ruling -> put(ruling.plannedAt(), ruling.fate()));
    arrears.addAll(judgement.arrears());
  }

  void put(Known other) {
    fates.putAll(other.fates);
    arrears.addAll(other.arrears);
  }

  /** The fate of a time; null if it has none, or only waits. */
  @Nullable Fate decided(Instant time) {
    Fate fate = fates.get(time);
    return fate == null || fate == Fate.DEFERRED ? owed(time) : fate;
  }

  private @Nullable Fate owed(Instant time) {
    for (Arrear arrear : arrears) {
      boolean within = !time.isBefore(arrear.from()) && !time.isAfter(arrear.to());
      if (within && arrear.fate() != Fate.DEFERRED) {
        return arrear.fate();
      }
    }
    return null;
  }

  /** Whether a time has a row; one of those that wait may have. */
  boolean has(Instant time) {
    return fates.containsKey(time);
  }
}
