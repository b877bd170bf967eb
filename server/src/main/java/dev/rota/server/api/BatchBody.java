package dev.rota.server.api;

import dev.rota.InvalidInput;
import dev.rota.NewBatch;
import dev.rota.NewJob;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A BatchBody is a batch of jobs as callers send it, with what follows on it. */
record BatchBody(
    @Nullable String name,
    @Nullable List<JobBody> jobs,
    @Nullable Boolean open,
    @Nullable JobBody onComplete,
    @Nullable JobBody onFailure) {

  NewBatch batch(String actor, @Nullable String trace) {
    return new NewBatch(
        name == null ? "" : name,
        new Added(jobs).jobs(actor, trace),
        open != null && open,
        follower("on_complete", onComplete, actor, trace),
        follower("on_failure", onFailure, actor, trace),
        actor);
  }

  private static @Nullable NewJob follower(
      String field, @Nullable JobBody body, String actor, @Nullable String trace) {
    try {
      return body == null ? null : body.job(actor, null, trace);
    } catch (InvalidInput e) {
      throw e.at(field);
    }
  }

  /** Jobs that are added to a batch. */
  record Added(@Nullable List<JobBody> jobs) {
    List<NewJob> jobs(String actor, @Nullable String trace) {
      List<NewJob> all = new ArrayList<>();
      for (JobBody body : jobs == null ? List.<JobBody>of() : jobs) {
        try {
          all.add(body.job(actor, null, trace));
        } catch (InvalidInput e) {
          throw e.at("jobs[" + all.size() + "]");
        }
      }
      return all;
    }
  }
}
