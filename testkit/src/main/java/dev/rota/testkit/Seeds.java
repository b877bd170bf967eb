package dev.rota.testkit;

import java.security.SecureRandom;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Seeds give a test a {@link Seed} as its parameter: a new one for every run, or that of the system
 * property {@code rota.seed}. A test that fails says how to run it again with the same one.
 */
public final class Seeds implements ParameterResolver, AfterTestExecutionCallback {

  private static final ExtensionContext.Namespace HERE =
      ExtensionContext.Namespace.create(Seeds.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == Seed.class;
  }

  @Override
  public Seed resolveParameter(ParameterContext parameter, ExtensionContext test) {
    var given = Long.getLong("rota.seed");
    var seed = new Seed(given != null ? given : new SecureRandom().nextLong());
    test.getStore(HERE).put(Seed.class, seed);
    return seed;
  }

  @Override
  public void afterTestExecution(ExtensionContext test) {
    var seed = test.getStore(HERE).get(Seed.class, Seed.class);
    if (seed != null && test.getExecutionException().isPresent()) {
      var failure = test.getExecutionException().get();
      failure.addSuppressed(new AssertionError("Run it again with -Drota.seed=" + seed.value()));
      System.err.println(test.getDisplayName() + " failed with -Drota.seed=" + seed.value());
    }
  }
}
