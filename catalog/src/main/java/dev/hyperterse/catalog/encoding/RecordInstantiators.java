package dev.hyperterse.catalog.encoding;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.ValueInstantiators;
import tools.jackson.databind.deser.std.StdValueInstantiator;
import tools.jackson.databind.module.SimpleModule;

/**
 * Makes records out of the array of their components by a method handle that was prepared for it. The mapper's own way
 * prepares one anew for each object; with the dozens of records of one leaf that is a fifth of reading it.
 */
final class RecordInstantiators extends ValueInstantiators.Base {
    private static final MethodType FROM_ARRAY = MethodType.methodType(Object.class, Object[].class);

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
                ? new Prepared(known, constructor)
                : standard;
    }

    private static final class Prepared extends StdValueInstantiator {
        private final MethodHandle fromArray;

        Prepared(StdValueInstantiator standard, Constructor<?> constructor) {
            super(standard);
            try {
                this.fromArray = MethodHandles.lookup()
                        .unreflectConstructor(constructor)
                        .asFixedArity()
                        .asSpreader(Object[].class, constructor.getParameterCount())
                        .asType(FROM_ARRAY);
            } catch (IllegalAccessException hidden) {
                throw new IllegalStateException(constructor + " cannot be called", hidden);
            }
        }

        @Override
        public Object createFromObjectWith(DeserializationContext context, Object[] components) {
            try {
                return (Object) fromArray.invokeExact(components);
            } catch (Error fatal) {
                throw fatal;
            } catch (Throwable refused) {
                return context.handleInstantiationProblem(
                        getValueClass(), components, rewrapCtorProblem(context, refused));
            }
        }
    }
}
