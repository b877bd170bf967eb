package dev.rota.server.declared;

import dev.rota.engine.QueueSettings;
import dev.rota.engine.alerts.AlertRule;
import dev.rota.engine.alerts.RuleSettings;
import dev.rota.engine.scheduler.NewPlan;
import dev.rota.engine.scheduler.NewSchedule;
import dev.rota.engine.scheduler.NewTarget;
import dev.rota.engine.scheduler.TargetSource;
import dev.rota.engine.windows.NewWindow;
import java.util.List;
import java.util.Map;

/**
 * A Declaration is what a file says that there should be; what it does not mention is left alone.
 */
public record Declaration(
    Map<String, QueueSettings> queues,
    List<NewTarget> targets,
    List<TargetSource> sources,
    List<NewPlan> plans,
    List<NewSchedule> schedules,
    List<NewWindow> windows,
    Map<AlertRule, RuleSettings> alerts,
    List<DeclaredTemplate> templates,
    List<DeclaredWebhook> webhooks) {}
