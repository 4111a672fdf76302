package dev.hyperterse.playground.e2e;

import dev.hyperterse.controlplane.junit.FixturePool;
import dev.hyperterse.playground.ArchivedProduct;
import dev.hyperterse.playground.Playground;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Starts a playground for all classes, and one where none is free for a class that works alone; closes them at the end. */
final class SharedPlayground implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(SharedPlayground.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Gateway.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // The store of a test or a class closes it, which deletes the namespace's servers and leaves.
        return context.getStore(NAMESPACE)
                .computeIfAbsent("gateway", _ -> Gateway.open(playground(context)), Gateway.class);
    }

    private static Playground playground(ExtensionContext context) {
        return alone(context)
                ? FixturePool.lend(
                        context,
                        SharedPlayground.class,
                        Playground.class,
                        // Audited for those that ask which rights were used.
                        () -> Playground.start(ArchivedProduct.installed().withAudit()))
                : context.getRoot()
                        .getStore(NAMESPACE)
                        .computeIfAbsent(
                                "playground", _ -> Playground.start(ArchivedProduct.installed()), Playground.class);
    }

    private static boolean alone(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getRequiredTestClass(), OnPlayground.class)
                .orElseThrow()
                .alone();
    }
}
