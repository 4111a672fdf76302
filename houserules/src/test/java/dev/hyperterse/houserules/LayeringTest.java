package dev.hyperterse.houserules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who may know whom. Each rule is also run against a class that breaks it, so that no rule can decay into a no-op. */
class LayeringTest {
    private static final String VIOLATIONS = "dev.hyperterse.houserules.violations";
    private static JavaClasses product;
    private static JavaClasses planted;

    @BeforeAll
    static void readClasses() {
        product = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.hyperterse");
        planted = new ClassFileImporter().importPackages(VIOLATIONS);
    }

    @Test
    void theWholeProductIsRead() {
        assertThat(product.stream().map(type -> type.getPackageName().split("\\.")[2]))
                .contains(
                        "catalog",
                        "cli",
                        "compiler",
                        "controlplane",
                        "calls",
                        "crds",
                        "engines",
                        "http",
                        "javascript",
                        "operator",
                        "playground",
                        "rule",
                        "runtime",
                        "scripts",
                        "search",
                        "statement",
                        "telemetry");
    }

    @ParameterizedTest
    @EnumSource
    void theProductKeeps(LayeringRule rule) {
        rule.ofTheProduct().check(product);
    }

    @ParameterizedTest
    @EnumSource
    void aViolationWouldBeFound(LayeringRule rule) {
        assertThatThrownBy(() -> rule.within(VIOLATIONS + "..").check(planted)).isInstanceOf(AssertionError.class);
    }
}
