package dev.hyperterse.catalog.encoding;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.ValueInstantiators;
import tools.jackson.databind.deser.std.StdValueInstantiator;
import tools.jackson.databind.module.SimpleModule;

/**
 * Makes records out of the array of their components by reflection. The mapper's own way prepares a method handle anew for
 * each object; with the dozens of records of one leaf that is a fifth of reading it. A handle for each type, prepared once,
 * makes classes of its own: two hundred in a start.
 */
final class RecordInstantiators extends ValueInstantiators.Base {
    static SimpleModule module() {
        return new SimpleModule("records") {
            @Override
            public void setupModule(SetupContext context) {
                super.setupModule(context);
                context.addValueInstantiators(new RecordInstantiators());
            }
        };
    }

    @Override
    public ValueInstantiator modifyValueInstantiator(
            DeserializationConfig config, BeanDescription.Supplier description, ValueInstantiator standard) {
        return standard instanceof StdValueInstantiator known
                        && standard.canCreateFromObjectWith()
                        && known.getWithArgsCreator().getAnnotated() instanceof Constructor<?> constructor
                        && constructor.getDeclaringClass().isRecord()
                ? new ByConstructor(known, constructor)
                : standard;
    }

    private static final class ByConstructor extends StdValueInstantiator {
        private final Constructor<?> constructor;

        ByConstructor(StdValueInstantiator standard, Constructor<?> constructor) {
            super(standard);
            this.constructor = constructor;
        }

        @Override
        public Object createFromObjectWith(DeserializationContext context, Object[] components) {
            try {
                return constructor.newInstance(components);
            } catch (InvocationTargetException thrown) {
                if (thrown.getCause() instanceof Error fatal) {
                    throw fatal;
                }
                return context.handleInstantiationProblem(
                        getValueClass(), components, rewrapCtorProblem(context, thrown.getCause()));
            } catch (ReflectiveOperationException hidden) {
                throw new IllegalStateException(constructor + " cannot be called", hidden);
            }
        }
    }
}
