package dev.hyperterse.houserules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.ClassesShould;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Function;

/** Which packages may not know what. The constant's name is the rule. */
enum LayeringRule {
    THE_RUNTIME_KNOWS_NO_KUBERNETES_CLIENT(
            should -> should.dependOnClassesThat().resideInAnyPackage("io.fabric8..", "io.javaoperatorsdk.."),
            "dev.hyperterse.calls..",
            "dev.hyperterse.engines..",
            "dev.hyperterse.runtime..",
            "dev.hyperterse.scripts..",
            "dev.hyperterse.search..",
            "dev.hyperterse.statement..",
            "dev.hyperterse.rule..",
            "dev.hyperterse.catalog.."),
    THE_COMPILER_KNOWS_NEITHER_OPERATOR_NOR_RUNTIME(
            should -> should.dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.hyperterse.cli..",
                            "dev.hyperterse.calls..",
                            "dev.hyperterse.engines..",
                            "dev.hyperterse.operator..",
                            "dev.hyperterse.runtime..",
                            "dev.hyperterse.scripts..",
                            "io.javaoperatorsdk.."),
            "dev.hyperterse.compiler.."),
    ONLY_CONNECTORS_KNOW_WHICH_ENGINES_THERE_ARE(
            should -> should.dependOnClassesThat()
                    .belongToAnyOf(
                            Engine.Postgres.class,
                            Engine.Sqlite.class,
                            Engine.Mongodb.class,
                            Engine.Mysql.class,
                            Engine.Redis.class,
                            Engine.Http.class)
                    .orShould()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.hyperterse.engines..",
                            "org.mariadb..",
                            "org.postgresql..",
                            "org.sqlite..",
                            "com.mongodb..",
                            "org.bson.."),
            "dev.hyperterse.calls..",
            "dev.hyperterse.runtime.http..",
            "dev.hyperterse.runtime.live..",
            "dev.hyperterse.runtime.mcp..",
            "dev.hyperterse.runtime.tool.."),
    RATES_KNOW_NO_ADAPTERS(
            should -> should.dependOnClassesThat()
                    .resideInAnyPackage("dev.hyperterse.calls.adapter..", "dev.hyperterse.engines.."),
            "dev.hyperterse.runtime.rate.."),
    ONLY_TRACES_KNOW_OPENTELEMETRY(
            should -> should.dependOnClassesThat().resideInAnyPackage("io.opentelemetry..", "okhttp3.."),
            "dev.hyperterse.compiler..",
            "dev.hyperterse.operator.publish..",
            "dev.hyperterse.operator.read..",
            "dev.hyperterse.operator.reconcile..",
            "dev.hyperterse.operator.report..",
            "dev.hyperterse.operator.workload..",
            "dev.hyperterse.calls..",
            "dev.hyperterse.engines..",
            "dev.hyperterse.runtime.http..",
            "dev.hyperterse.runtime.live..",
            "dev.hyperterse.runtime.mcp..",
            "dev.hyperterse.runtime.tool.."),
    PLACEHOLDERS_KNOW_NO_LANGUAGE_OF_STATEMENTS(
            should -> should.dependOnClassesThat()
                    .resideInAPackage("dev.hyperterse.statement.sql..")
                    .orShould()
                    .dependOnClassesThat()
                    .belongToAnyOf(Dialect.class, SqlStatement.class, Segment.class),
            "dev.hyperterse.statement.binding.."),
    ONLY_LEAD_READ_PUBLISH_WORKLOAD_REPORT_AND_CLUSTER_TALK_TO_KUBERNETES(
            should -> should.dependOnClassesThat()
                    .haveFullyQualifiedName("io.fabric8.kubernetes.client.KubernetesClient")
                    .orShould()
                    .dependOnClassesThat()
                    .resideInAnyPackage("io.fabric8.kubernetes.client.dsl..", "io.fabric8.kubernetes.client.http.."),
            "dev.hyperterse.compiler..",
            "dev.hyperterse.operator.model..",
            "dev.hyperterse.operator.queue..",
            "dev.hyperterse.operator.reconcile..",
            "dev.hyperterse.operator.observe..",
            "dev.hyperterse.operator.admin..",
            "dev.hyperterse.operator.metrics..",
            "dev.hyperterse.operator.trace..",
            "dev.hyperterse.crds..",
            "dev.hyperterse.cli.admission..",
            "dev.hyperterse.cli.client..",
            "dev.hyperterse.cli.command..",
            "dev.hyperterse.cli.connect..",
            "dev.hyperterse.cli.dev..",
            "dev.hyperterse.cli.difference..",
            "dev.hyperterse.cli.document..",
            "dev.hyperterse.cli.kustomize..",
            "dev.hyperterse.cli.manifest..",
            "dev.hyperterse.cli.project..",
            "dev.hyperterse.cli.report..",
            "dev.hyperterse.cli.serve..",
            "dev.hyperterse.cli.served..",
            "dev.hyperterse.cli.status..",
            "dev.hyperterse.cli.terminal..",
            "dev.hyperterse.cli.validation.."),
    WHAT_ERAS_SHARE_AND_HTTP_KNOW_NO_ERA(
            should -> should.dependOnClassesThat()
                    .resideInAnyPackage("dev.hyperterse.runtime.mcp.legacy..", "dev.hyperterse.runtime.mcp.modern.."),
            "dev.hyperterse.runtime.mcp",
            "dev.hyperterse.runtime.mcp.call..",
            "dev.hyperterse.runtime.mcp.message..",
            "dev.hyperterse.runtime.mcp.method..",
            "dev.hyperterse.runtime.mcp.result..",
            "dev.hyperterse.runtime.mcp.seal..",
            "dev.hyperterse.runtime.mcp.stream..",
            "dev.hyperterse.runtime.http.."),
    MESSAGES_AND_RESULTS_DO_NOT_KNOW_METHODS(
            should -> should.dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.hyperterse.runtime.mcp",
                            "dev.hyperterse.runtime.mcp.call..",
                            "dev.hyperterse.runtime.mcp.method.."),
            "dev.hyperterse.runtime.mcp.message..",
            "dev.hyperterse.runtime.mcp.result.."),
    THE_LEGACY_ERA_DOES_NOT_KNOW_THE_MODERN(
            should -> should.dependOnClassesThat().resideInAPackage("dev.hyperterse.runtime.mcp.modern.."),
            "dev.hyperterse.runtime.mcp.legacy.."),
    THE_MODERN_ERA_DOES_NOT_KNOW_THE_LEGACY(
            should -> should.dependOnClassesThat().resideInAPackage("dev.hyperterse.runtime.mcp.legacy.."),
            "dev.hyperterse.runtime.mcp.modern.."),
    TELEMETRY_AND_HTTP_DO_NOT_KNOW_WHOSE_THEY_ARE(
            should -> should.dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.hyperterse.cli..",
                            "dev.hyperterse.compiler..",
                            "dev.hyperterse.calls..",
                            "dev.hyperterse.crds..",
                            "dev.hyperterse.engines..",
                            "dev.hyperterse.operator..",
                            "dev.hyperterse.runtime..",
                            "dev.hyperterse.scripts.."),
            "dev.hyperterse.telemetry..",
            "dev.hyperterse.http.."),
    THE_PLAYGROUND_KNOWS_THE_PRODUCT_BY_ITS_MANIFESTS(
            should -> should.dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.hyperterse.catalog..",
                            "dev.hyperterse.cli..",
                            "dev.hyperterse.compiler..",
                            "dev.hyperterse.crds..",
                            "dev.hyperterse.operator..",
                            "dev.hyperterse.runtime.."),
            "dev.hyperterse.playground..",
            "dev.hyperterse.controlplane.."),
    COMPILING_HAS_NO_CLOCK(
            should -> should.dependOnClassesThat()
                    .areAssignableTo(Clock.class)
                    .orShould()
                    .callMethod(System.class, "currentTimeMillis")
                    .orShould()
                    .callMethod(System.class, "nanoTime")
                    .orShould()
                    .callMethod(Instant.class, "now"),
            Compiling.PACKAGES),
    COMPILING_DOES_NO_INPUT_AND_OUTPUT(
            should -> should.dependOnClassesThat()
                    .resideInAnyPackage("java.net.http..", "java.nio.file..", "java.sql..")
                    .orShould()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("java.io.File"),
            Compiling.PACKAGES),
    COMPILING_DOES_NOT_LOG(
            should -> should.dependOnClassesThat()
                    .resideInAnyPackage("java.util.logging..", "org.slf4j..", "java.lang.System$Logger")
                    .orShould()
                    .accessField(System.class, "out")
                    .orShould()
                    .accessField(System.class, "err"),
            Compiling.PACKAGES);

    /** The packages that compile. Scripts are compiled by processes, so {@code compiler.script} is none of them. */
    private static final class Compiling {
        private static final String[] PACKAGES = {
            "dev.hyperterse.catalog..",
            "dev.hyperterse.compiler",
            "dev.hyperterse.compiler.access..",
            "dev.hyperterse.compiler.admission..",
            "dev.hyperterse.compiler.builtin..",
            "dev.hyperterse.compiler.command..",
            "dev.hyperterse.compiler.document..",
            "dev.hyperterse.compiler.inputs..",
            "dev.hyperterse.compiler.items..",
            "dev.hyperterse.compiler.leaf..",
            "dev.hyperterse.compiler.openapi..",
            "dev.hyperterse.compiler.platform..",
            "dev.hyperterse.compiler.problem..",
            "dev.hyperterse.compiler.request..",
            "dev.hyperterse.compiler.resolve..",
            "dev.hyperterse.compiler.server..",
            "dev.hyperterse.compiler.statement..",
            "dev.hyperterse.compiler.template..",
            "dev.hyperterse.compiler.upstream..",
            "dev.hyperterse.compiler.yaml..",
            "dev.hyperterse.rule..",
            "dev.hyperterse.statement.."
        };
    }

    private final Function<ClassesShould, ArchRule> rule;
    private final String[] packages;

    /** @param rule what no class of these packages may do */
    LayeringRule(Function<ClassesShould, ArchRule> rule, String... packages) {
        this.rule = rule;
        this.packages = packages;
    }

    ArchRule within(String... others) {
        return rule.apply(noClasses().that().resideInAnyPackage(others).should());
    }

    ArchRule ofTheProduct() {
        return within(packages).as(name());
    }
}
