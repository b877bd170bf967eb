package dev.rota.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What may see what, in the client and the engine. */
final class ArchitectureTest {
  private static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.rota", "dev.rota.worker", "dev.rota.schedule", "dev.rota.engine");

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.rota.(**)").should().beFreeOfCycles().check(CODE);
  }

  @Test
  void theWordsSeeNothingElseOfRota() {
    noClasses()
        .that()
        .resideInAPackage("dev.rota")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.rota.worker..", "dev.rota.schedule..", "dev.rota.remote..", "dev.rota.engine..")
        .check(CODE);
  }

  @Test
  void theClientNeedsTheJdkAndNothingElse() {
    classes()
        .that()
        .resideInAnyPackage(
            "dev.rota", "dev.rota.worker..", "dev.rota.schedule..", "dev.rota.remote..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "javax.net..",
            "com.sun.management",
            "org.jspecify..",
            "dev.rota",
            "dev.rota.worker..",
            "dev.rota.schedule..",
            "dev.rota.remote..")
        .check(CODE);
  }

  @Test
  void jdbcBitsDoNotSeeTheQueue() {
    noClasses()
        .that()
        .resideInAPackage("dev.rota.engine.sql")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.rota.engine")
        .check(CODE);
  }

  @Test
  void theEngineStartsThreadsInItsLoopsOnly() {
    noClasses()
        .that()
        .resideInAPackage("dev.rota.engine..")
        .should()
        .callMethod(Thread.class, "ofPlatform")
        .orShould()
        .callMethod(Thread.class, "ofVirtual")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(ExecutorService.class, Executors.class)
        .check(
            CODE.that(
                com.tngtech.archunit.base.DescribedPredicate.not(
                    com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName("Loop"))));
  }

  @Test
  void namesSayWhatThingsAre() {
    noClasses()
        .should()
        .haveSimpleNameEndingWith("Impl")
        .orShould()
        .haveSimpleNameEndingWith("Manager")
        .orShould()
        .haveSimpleNameEndingWith("Helper")
        .orShould()
        .haveSimpleNameEndingWith("Util")
        .orShould()
        .haveSimpleNameEndingWith("Utils")
        .check(CODE);
  }
}
