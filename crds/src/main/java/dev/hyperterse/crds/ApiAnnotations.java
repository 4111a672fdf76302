package dev.hyperterse.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.Converter;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The annotations that each type of this API would have. Records hold an empty text, list or map where an object says
 * nothing, and write nothing that is empty; enums hold {@code Unrecognized} for a value of a newer API, and never write it.
 * So an object that the API server holds stops no informer, regardless of the writer.
 */
final class ApiAnnotations extends NopAnnotationIntrospector {
    private static final long serialVersionUID = 1L;
    private static final Set<Class<?>> CONTAINERS = Set.of(List.class, Map.class);
    private static final JsonSetter.Value EMPTY = JsonSetter.Value.construct(Nulls.AS_EMPTY, Nulls.SKIP);
    private static final String UNRECOGNIZED = "Unrecognized";
    private static final JsonInclude.Value NOT_EMPTY =
            JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS);

    @Override
    public JsonSetter.Value findSetterInfo(Annotated member) {
        return isOfRecord(member) && (isContainer(member) || member.getRawType() == String.class)
                ? EMPTY
                : JsonSetter.Value.empty();
    }

    @Override
    public Object findDeserializationConverter(Annotated member) {
        return isOfRecord(member) && isContainer(member) ? new Unmodifiable(member.getType()) : null;
    }

    @Override
    public JsonInclude.Value findPropertyInclusion(Annotated type) {
        return type instanceof AnnotatedClass && type.getRawType().isRecord() ? NOT_EMPTY : JsonInclude.Value.empty();
    }

    @Override
    public Enum<?> findDefaultEnumValue(AnnotatedClass type, Enum<?>[] constants) {
        return Arrays.stream(constants)
                .filter(constant -> constant.name().equals(UNRECOGNIZED))
                .findFirst()
                .orElse(null);
    }

    private static boolean isOfRecord(Annotated member) {
        return member instanceof AnnotatedMember it && it.getDeclaringClass().isRecord();
    }

    private static boolean isContainer(Annotated member) {
        return CONTAINERS.contains(member.getRawType());
    }

    /** The operator keeps every object, so a list takes no more memory than its elements need. */
    private record Unmodifiable(JavaType type) implements Converter<Object, Object> {
        @Override
        public Object convert(Object container) {
            return switch (container) {
                case List<?> list -> List.copyOf(list);
                case Map<?, ?> map -> map.isEmpty() ? Map.of() : Collections.unmodifiableMap(map);
                default -> throw new IllegalArgumentException("neither a list nor a map: " + type);
            };
        }

        @Override
        public JavaType getInputType(TypeFactory types) {
            return type;
        }

        @Override
        public JavaType getOutputType(TypeFactory types) {
            return type;
        }
    }
}
