package dev.rota.server.declared;

import dev.rota.engine.QueueSettings;
import dev.rota.engine.scheduler.NewPlan;
import dev.rota.engine.scheduler.NewTarget;
import dev.rota.engine.scheduler.TargetSource;
import java.util.List;
import java.util.Map;

/**
 * A Declaration is what a file says that there should be; what it does not mention is left alone.
 */
public record Declaration(
    Map<String, QueueSettings> queues,
    List<NewTarget> targets,
    List<TargetSource> sources,
    List<NewPlan> plans) {

  /** The same with every plan switched off. */
  public Declaration withoutPlans() {
    return new Declaration(
        queues, targets, sources, plans.stream().map(plan -> plan.withEnabled(false)).toList());
  }

  /** The same with every source switched off. */
  public Declaration withoutSync() {
    return new Declaration(
        queues, targets, sources.stream().map(source -> source.withEnabled(false)).toList(), plans);
  }
}
