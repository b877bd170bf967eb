package dev.rota.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.rota.server.LogFormat;
import dev.rota.server.LogLevel;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logging is one plain line per event on standard error; standard output belongs to the answers of
 * commands. It is set up here and not in a file because reading one costs a tenth of a second at
 * every start.
 */
public final class Logging extends ContextAwareBase implements Configurator {

  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %msg source=%logger{0}%n%ex";

  /** Libraries that tell of their own comings and goings. */
  private static final Map<String, Level> LIBRARIES =
      Map.of(
          "com.zaxxer",
          Level.WARN,
          "io.helidon",
          Level.WARN,
          // It tells of every request that is no HTTP, with a stack trace; the server does,
          // without.
          "io.helidon.webserver.http1.Http1Connection",
          Level.OFF);

  public Logging() {}

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    var encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.INFO);
    root.addAppender(console(context, encoder));
    LIBRARIES.forEach((name, level) -> context.getLogger(name).setLevel(level));
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  private static Appender<ILoggingEvent> console(
      LoggerContext context, EncoderBase<ILoggingEvent> encoder) {
    encoder.setContext(context);
    encoder.start();
    var console = new ConsoleAppender<ILoggingEvent>();
    console.setContext(context);
    console.setTarget("System.err");
    console.setEncoder(encoder);
    console.start();
    return console;
  }

  /** Writes JSON from here on, if that is wanted. */
  static void setFormat(LogFormat format) {
    if (format == LogFormat.JSON) {
      var context = (LoggerContext) LoggerFactory.getILoggerFactory();
      var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
      root.detachAndStopAllAppenders();
      root.addAppender(console(context, new JsonLines()));
    }
  }

  static void setLevel(LogLevel level) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.valueOf(level.name()));
    }
  }
}
