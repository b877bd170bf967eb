package dev.rota.server.declared;

import dev.rota.engine.Engine;
import dev.rota.engine.Queue;
import dev.rota.engine.alerts.AlertRule;
import dev.rota.engine.alerts.AlertRules;
import dev.rota.engine.alerts.RuleSettings;
import dev.rota.engine.scheduler.NewPlan;
import dev.rota.engine.scheduler.NewSchedule;
import dev.rota.engine.scheduler.NewTarget;
import dev.rota.engine.scheduler.Plan;
import dev.rota.engine.scheduler.Schedule;
import dev.rota.engine.scheduler.Scheduler;
import dev.rota.engine.scheduler.SourceState;
import dev.rota.engine.scheduler.Target;
import dev.rota.engine.scheduler.TargetSource;
import dev.rota.engine.templates.Templates;
import dev.rota.engine.webhooks.NewWebhook;
import dev.rota.engine.webhooks.Webhook;
import dev.rota.engine.webhooks.WebhookSecret;
import dev.rota.engine.webhooks.Webhooks;
import dev.rota.engine.windows.NewWindow;
import dev.rota.engine.windows.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A DeclarationKeeper compares what a file declares with what there is, and makes it so. */
public final class DeclarationKeeper {
  private static final String ACTOR = "rota.yaml";

  private final Engine engine;
  private final Scheduler scheduler;

  public DeclarationKeeper(Engine engine, Scheduler scheduler) {
    this.engine = engine;
    this.scheduler = scheduler;
  }

  /** A change, and how it is made. */
  private record Step(Change change, Runnable action) {}

  /** What would change. */
  public List<Change> changes(Declaration declaration) {
    return steps(declaration).stream().map(Step::change).toList();
  }

  /** Makes what is declared so, and tells what has changed. */
  public List<Change> apply(Declaration declaration) {
    List<Step> steps = steps(declaration);
    steps.forEach(step -> step.action().run());
    return steps.stream().map(Step::change).toList();
  }

  private List<Step> steps(Declaration declaration) {
    List<Step> steps = new ArrayList<>();
    declaration
        .queues()
        .forEach((name, settings) ->
            compare(
                steps,
                "queues." + name,
                engine.queues().get(name).map(Queue::settings),
                settings,
                () -> engine.queues().put(name, settings, ACTOR)));
    declaration.windows().forEach(window -> window(steps, window));
    declaration.templates().forEach(template -> template(steps, template));
    declaration.targets().forEach(target -> target(steps, target));
    declaration.sources().forEach(source -> source(steps, source));
    declaration.plans().forEach(plan -> plan(steps, plan));
    declaration.schedules().forEach(schedule -> schedule(steps, schedule));
    alerts(steps, declaration.alerts());
    declaration.webhooks().forEach(webhook -> webhook(steps, webhook));
    return steps;
  }

  private void window(List<Step> steps, NewWindow window) {
    compare(
        steps,
        "windows." + window.name(),
        engine.windows().get(window.name()).map(Window::rule),
        window,
        () -> engine.windows().put(window, ACTOR));
  }

  private void template(List<Step> steps, DeclaredTemplate template) {
    Templates templates = new Templates(engine.database());
    compare(
        steps,
        "templates." + template.name(),
        templates
            .find(template.name())
            .map(found -> new DeclaredTemplate(found.name(), found.definition())),
        template,
        () -> templates.put(template.name(), template.definition(), ACTOR));
  }

  private void target(List<Step> steps, NewTarget target) {
    Optional<NewTarget> before =
        scheduler
            .targets()
            .get(target.kind(), target.externalId())
            .filter(found -> found.source() == null)
            .map(found -> comparable(found, target));
    compare(
        steps,
        "targets." + target.kind() + "." + target.externalId(),
        before,
        target,
        () -> scheduler.targets().put(target, ACTOR));
  }

  /** What is not declared about approval is not compared. */
  private static NewTarget comparable(Target found, NewTarget declared) {
    return new NewTarget(
        found.kind(),
        found.externalId(),
        found.name(),
        found.url(),
        found.active(),
        declared.approved() == null ? null : Boolean.valueOf(found.approved()),
        found.metadata());
  }

  private void source(List<Step> steps, TargetSource source) {
    compare(
        steps,
        "sources." + source.name(),
        scheduler.sources().get(source.name()).map(SourceState::source),
        source,
        () -> scheduler.sources().put(source, ACTOR));
  }

  private void plan(List<Step> steps, NewPlan plan) {
    compare(
        steps,
        "plans." + plan.name(),
        scheduler.plans().get(plan.name()).map(Plan::definition),
        plan,
        () -> scheduler.plans().put(plan, ACTOR));
  }

  private void schedule(List<Step> steps, NewSchedule schedule) {
    compare(
        steps,
        "schedules." + schedule.name(),
        scheduler.schedules().get(schedule.name()).map(Schedule::definition),
        schedule,
        () -> scheduler.schedules().put(schedule, ACTOR));
  }

  private void alerts(List<Step> steps, Map<AlertRule, RuleSettings> declared) {
    if (declared.isEmpty()) {
      return;
    }
    AlertRules rules = new AlertRules(engine);
    Map<AlertRule, RuleSettings> before = rules.all();
    declared.forEach((rule, settings) ->
        compare(
            steps,
            "alerts." + rule.word(),
            Optional.ofNullable(before.get(rule)),
            settings,
            () -> rules.put(rule, settings, ACTOR)));
  }

  private void webhook(List<Step> steps, DeclaredWebhook declared) {
    Webhooks webhooks = new Webhooks(engine);
    NewWebhook wish = declared.webhook();
    WebhookSecret secret = declared.secret();
    Runnable put = () -> webhooks.put(wish, secret, ACTOR);
    String path = "webhooks." + wish.name();
    int before = steps.size();
    Optional<Webhook> found = webhooks.find(wish.name());
    compare(steps, path, found.map(Webhook::definition), wish, put);
    boolean other = secret != null && found.isPresent() && !webhooks.signsWith(wish.name(), secret);
    if (other && steps.size() == before) {
      steps.add(new Step(new Change(path, false, List.of("secret … → …")), put));
    }
  }

  private static <T extends Record> void compare(
      List<Step> steps, String path, Optional<T> before, T after, Runnable action) {
    List<String> differences =
        before.map(found -> Differences.between(found, after)).orElse(List.of());
    if (before.isEmpty() || !differences.isEmpty()) {
      steps.add(new Step(new Change(path, before.isEmpty(), differences), action));
    }
  }
}
