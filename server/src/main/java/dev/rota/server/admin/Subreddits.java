package dev.rota.server.admin;

import dev.rota.InvalidInput;
import dev.rota.Job;
import dev.rota.engine.scheduler.Target;
import dev.rota.engine.scheduler.TargetFilter;
import dev.rota.engine.scheduler.Targets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Subreddits are the targets of that kind. */
record Subreddits(Targets targets) {
  static final String KIND = "subreddit";
  private static final int SHOWN = 10;

  /** The subreddit of that number, which must be there. */
  Target known(@Nullable Long id) {
    return Optional.ofNullable(id)
        .flatMap(targets::get)
        .filter(target -> target.kind().equals(KIND))
        .orElseThrow(() ->
            new InvalidInput("subreddit_id", id == null ? "" : id, "must be one of " + some()));
  }

  /** Which subreddit each of these jobs is about; those that nobody knows are left out. */
  Map<Long, Long> of(Collection<Job> jobs) {
    Map<Long, String> names = new HashMap<>();
    jobs.forEach(job -> Target.of(job.tags()).ifPresent(name -> names.put(job.id(), name)));
    Map<String, Long> ids =
        targets.named(KIND, names.values()).stream()
            .collect(Collectors.toMap(Target::externalId, Target::id));
    Map<Long, Long> found = new HashMap<>();
    names.forEach((job, name) -> {
      if (ids.containsKey(name)) {
        found.put(job, Objects.requireNonNull(ids.get(name)));
      }
    });
    return found;
  }

  private String some() {
    List<Target> first =
        targets.list(new TargetFilter(KIND, null, null, null, 0, SHOWN + 1)).items();
    String ids =
        first.stream()
            .limit(SHOWN)
            .map(target -> target.id() + " (" + target.name() + ")")
            .collect(Collectors.joining(", "));
    return first.isEmpty()
        ? "the targets of kind subreddit, of which there are none: POST /api/v1/targets"
        : ids + (first.size() > SHOWN ? ", …: GET /api/v1/targets?kind=subreddit" : "");
  }
}
