package dev.hyperterse.controlplane.junit;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.Program;
import dev.hyperterse.controlplane.Programs;
import dev.hyperterse.controlplane.Provision;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Finds or builds the programs before a class runs, starts them for the first test that needs them. */
public final class SharedControlPlane implements ExecutionCondition, ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(SharedControlPlane.class);
    static final String REQUIRED = "HYPERTERSE_TESTS_REQUIRED";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return decide(provision(context), Boolean.parseBoolean(System.getenv(REQUIRED)));
    }

    static ConditionEvaluationResult decide(Provision provision, boolean required) {
        return switch (provision) {
            case Provision.Available _ -> ConditionEvaluationResult.enabled("a real API server can be started");
            case Provision.Unavailable(var reason)
            when required ->
                throw new IllegalStateException(REQUIRED + " is set, and no real API server can be started: " + reason);
            case Provision.Unavailable(var reason) ->
                ConditionEvaluationResult.disabled("no real API server: " + reason);
        };
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == ControlPlane.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var controllers = controllers(context);
        return switch (provision(context)) {
            case Provision.Available programs ->
                FixturePool.lend(
                        context,
                        new Shared(controllers),
                        ControlPlane.class,
                        () -> ControlPlane.start(programs, controllers));
            case Provision.Unavailable(var reason) -> throw new IllegalStateException(reason);
        };
    }

    private static Provision provision(ExtensionContext context) {
        var programs = controllers(context)
                ? Program.values()
                : new Program[] {Program.ETCD, Program.KUBE_APISERVER, Program.KUBECTL};
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(
                        new Provided(controllers(context)),
                        _ -> Programs.ofThisUser().provide(programs),
                        Provision.class);
    }

    private static boolean controllers(ExtensionContext context) {
        return context.getTestClass()
                .flatMap(test -> AnnotationSupport.findAnnotation(test, RealApiServer.class))
                .map(RealApiServer::controllers)
                .orElse(false);
    }

    private record Shared(boolean controllers) {}

    private record Provided(boolean controllers) {}
}
