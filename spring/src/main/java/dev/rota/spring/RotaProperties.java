package dev.rota.spring;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * RotaProperties are the settings under {@code rota}.
 *
 * @param enabled whether there is an engine at all
 * @param nodeName what the node is called; host and process number if not said
 * @param capabilities what this node can do beyond others
 * @param queues the queues that are served, with how many jobs at a time
 * @param lease how long a node that gives no sign of life keeps its jobs
 * @param poll how long a node with free hands waits for news of work before it looks for itself
 * @param listen whether to hear of work by LISTEN
 * @param retention how long finished jobs are kept
 * @param drain how long running jobs may go on when the application stops
 * @param worker whether this application runs jobs
 * @param scheduler whether it may be the one that schedules, recovers and prunes
 */
@ConfigurationProperties("rota")
record RotaProperties(
    @DefaultValue("true") boolean enabled,
    @Nullable String nodeName,
    @DefaultValue Set<String> capabilities,
    @DefaultValue Map<String, Integer> queues,
    @DefaultValue("20s") Duration lease,
    @DefaultValue("100ms") Duration poll,
    @DefaultValue("true") boolean listen,
    @DefaultValue("30d") Duration retention,
    @DefaultValue("30s") Duration drain,
    @DefaultValue("true") boolean worker,
    @DefaultValue("true") boolean scheduler) {}
