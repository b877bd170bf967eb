package dev.rota.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What may see what, in the server. */
final class ServerArchitectureTest {
  private static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.rota.server");
  private static final List<String> APIS =
      List.of("dev.rota.server.api", "dev.rota.server.scrape", "dev.rota.server.admin");

  @Test
  void packages_have_no_cycles() {
    slices().matching("dev.rota.server.(**)").should().beFreeOfCycles().check(CODE);
    noClasses()
        .that()
        .resideInAPackage("dev.rota.server")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.rota.server.*..")
        .check(CODE);
  }

  @Test
  void apis_do_not_see_each_other_nor_sql() {
    for (String api : APIS) {
      String[] others = APIS.stream().filter(other -> !other.equals(api)).toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(api)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(others)
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "dev.rota.engine.sql..")
          .check(CODE);
    }
  }
}
