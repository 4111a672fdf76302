package dev.hyperterse.compiler.resolve.grant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.GrantSample;
import dev.hyperterse.crds.v1alpha1.HyperterseServerSpec;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import dev.hyperterse.crds.v1alpha1.PromptSpec;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.server.AttachmentGrant;
import dev.hyperterse.crds.v1alpha1.shared.Grant;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That no grant of the API is forgotten by the tests of grants, which each of them has to pass. */
class ServerGrantsTest {
    @Test
    void everyGrantOfTheApiHasASample() {
        var grants = Stream.of(
                        grants("HyperterseServer ", HyperterseServerSpec.class),
                        grants("Tool ", ToolSpec.class),
                        grants("Prompt ", PromptSpec.class),
                        grants("Resource ", McpResourceSpec.class))
                .flatMap(it -> it);

        assertThat(grants)
                .containsExactlyInAnyOrder(Arrays.stream(GrantSample.values())
                        .map(GrantSample::path)
                        .toArray(String[]::new));
    }

    private static Stream<String> grants(String path, Class<?> type) {
        if (type == Grant.class || type == AttachmentGrant.class) {
            return Stream.of(path.substring(0, path.length() - 1));
        }
        return type.isRecord() && type.getPackageName().startsWith(ToolSpec.class.getPackageName())
                ? Arrays.stream(type.getRecordComponents())
                        .flatMap(it -> grants(path + it.getName(), it.getGenericType()))
                : Stream.empty();
    }

    private static Stream<String> grants(String path, Type type) {
        return switch (type) {
            case Class<?> plain -> grants(path + ".", plain);
            case ParameterizedType generic
            when generic.getRawType() == Optional.class -> grants(path, generic.getActualTypeArguments()[0]);
            case ParameterizedType generic
            when generic.getRawType() == List.class -> grants(path + "[]", generic.getActualTypeArguments()[0]);
            default -> Stream.empty();
        };
    }
}
