package dev.hyperterse.houserules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;

/** Which packages may not know what. The constant's name is the rule. */
enum LayeringRule {
    THE_RUNTIME_KNOWS_NO_KUBERNETES_CLIENT("dev.hyperterse.runtime..", "dev.hyperterse.catalog..") {
        @Override
        ArchRule within(String... packages) {
            return noClasses()
                    .that()
                    .resideInAnyPackage(packages)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("io.fabric8..", "io.javaoperatorsdk..");
        }
    },
    ONLY_LEAD_READ_PUBLISH_WORKLOAD_AND_REPORT_TALK_TO_KUBERNETES(
            "dev.hyperterse.operator.resolve..",
            "dev.hyperterse.operator.compile..",
            "dev.hyperterse.operator.problem..",
            "dev.hyperterse.operator.queue..",
            "dev.hyperterse.operator.reconcile..",
            "dev.hyperterse.operator.observe..",
            "dev.hyperterse.operator.admin..",
            "dev.hyperterse.operator.metrics..",
            "dev.hyperterse.crds..",
            "dev.hyperterse.cli..") {
        @Override
        ArchRule within(String... packages) {
            return noClasses()
                    .that()
                    .resideInAnyPackage(packages)
                    .should()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("io.fabric8.kubernetes.client.KubernetesClient")
                    .orShould()
                    .dependOnClassesThat()
                    .resideInAnyPackage("io.fabric8.kubernetes.client.dsl..", "io.fabric8.kubernetes.client.http..");
        }
    },
    TELEMETRY_DOES_NOT_KNOW_WHOSE_IT_IS("dev.hyperterse.telemetry..") {
        @Override
        ArchRule within(String... packages) {
            return noClasses()
                    .that()
                    .resideInAnyPackage(packages)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.hyperterse.operator..",
                            "dev.hyperterse.runtime..",
                            "dev.hyperterse.cli..",
                            "dev.hyperterse.crds..");
        }
    },
    THE_PLAYGROUND_KNOWS_THE_PRODUCT_BY_ITS_MANIFESTS("dev.hyperterse.playground..", "dev.hyperterse.controlplane..") {
        @Override
        ArchRule within(String... packages) {
            return noClasses()
                    .that()
                    .resideInAnyPackage(packages)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.hyperterse.catalog..",
                            "dev.hyperterse.cli..",
                            "dev.hyperterse.crds..",
                            "dev.hyperterse.operator..",
                            "dev.hyperterse.runtime..");
        }
    },
    COMPILING_HAS_NO_CLOCK(
            "dev.hyperterse.operator.resolve..", "dev.hyperterse.operator.compile..", "dev.hyperterse.catalog..") {
        @Override
        ArchRule within(String... packages) {
            return noClasses()
                    .that()
                    .resideInAnyPackage(packages)
                    .should()
                    .dependOnClassesThat()
                    .areAssignableTo(Clock.class)
                    .orShould()
                    .callMethod(System.class, "currentTimeMillis")
                    .orShould()
                    .callMethod(System.class, "nanoTime")
                    .orShould()
                    .callMethod(Instant.class, "now");
        }
    },
    COMPILING_DOES_NO_INPUT_AND_OUTPUT(
            "dev.hyperterse.operator.resolve..", "dev.hyperterse.operator.compile..", "dev.hyperterse.catalog..") {
        @Override
        ArchRule within(String... packages) {
            return noClasses()
                    .that()
                    .resideInAnyPackage(packages)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("java.net.http..", "java.nio.file..", "java.sql..")
                    .orShould()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("java.io.File");
        }
    },
    COMPILING_DOES_NOT_LOG(
            "dev.hyperterse.operator.resolve..", "dev.hyperterse.operator.compile..", "dev.hyperterse.catalog..") {
        @Override
        ArchRule within(String... packages) {
            return noClasses()
                    .that()
                    .resideInAnyPackage(packages)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("java.util.logging..", "org.slf4j..", "java.lang.System$Logger")
                    .orShould()
                    .accessField(System.class, "out")
                    .orShould()
                    .accessField(System.class, "err");
        }
    };

    private final String[] packages;

    LayeringRule(String... packages) {
        this.packages = packages;
    }

    abstract ArchRule within(String... packages);

    ArchRule ofTheProduct() {
        return within(packages).as(name());
    }
}
