package dev.hyperterse.playground;

import dev.hyperterse.playground.node.container.Images;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The names of the images of Hyperterse, and the manifests that a user applies. */
final class Product {
    static final String NAMESPACE = "hyperterse-system";
    static final String OPERATOR = "hyperterse-operator";

    private static final String INSTALL = "META-INF/hyperterse/install/hyperterse.yaml";
    private static final String GATEWAY_NAMESPACE = "META-INF/hyperterse/install/gateway-namespace.yaml";

    private Product() {}

    static Images images() {
        return Images.ofThisJvm(Map.of(
                "hyperterse/operator", "dev.hyperterse.operator.OperatorProcess",
                "hyperterse/runtime", "dev.hyperterse.runtime.ReplicaProcess"));
    }

    /** Custom resources, access, operator. */
    static String manifest() {
        return read(INSTALL);
    }

    /** The RoleBinding that makes a namespace a gateway namespace. */
    static String gatewayNamespace() {
        return read(GATEWAY_NAMESPACE);
    }

    private static String read(String resource) {
        try (var stream = Product.class.getClassLoader().getResourceAsStream(resource)) {
            if (stream == null) {
                throw new PlaygroundException(resource + " is not on the class path");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + resource, unreadable);
        }
    }
}
