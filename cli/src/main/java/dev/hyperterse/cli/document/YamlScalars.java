package dev.hyperterse.cli.document;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** The value of a scalar with its tag, if it has one. Tags beyond those of YAML's core mean nothing to kubectl. */
record YamlScalars(Failure failure) {
    /** How a scalar is refused. */
    @FunctionalInterface
    interface Failure {
        UnreadableManifest of(Node node, String rule, String message, String remedy);
    }

    /** Text, {@link Long}, {@link Double}, {@link Boolean} or null. */
    Object decode(ScalarNode node) {
        var value = tagged(node);
        if (value instanceof Double number && !Double.isFinite(number)) {
            throw failure.of(node, "yaml-number", "%s is not a number of JSON".formatted(node.getValue()), "quote it");
        }
        return value;
    }

    private Object tagged(ScalarNode node) {
        var tag = node.getTag();
        if (tag.equals(YamlTree.UNQUOTED)) {
            return KubectlScalars.resolve(node.getValue()).orElse(null);
        }
        if (tag.equals(Tag.BINARY)) {
            return binary(node);
        }
        if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT) || tag.equals(Tag.BOOL) || tag.equals(Tag.NULL)) {
            return forced(node);
        }
        return node.getValue();
    }

    private Object binary(ScalarNode node) {
        try {
            return new String(Base64.getMimeDecoder().decode(node.getValue()), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notBase64) {
            throw failure.of(node, "yaml-tag", "not base64, as !!binary says", "");
        }
    }

    private Object forced(ScalarNode node) {
        var value = KubectlScalars.resolve(node.getValue());
        var fits = value.map(it -> isOf(node.getTag(), it)).orElse(node.getTag().equals(Tag.NULL));
        if (!fits) {
            throw failure.of(
                    node, "yaml-tag", "cannot read `%s` as its tag says".formatted(node.getValue()), "remove the tag");
        }
        return value.orElse(null);
    }

    private static boolean isOf(Tag tag, Object value) {
        return switch (value) {
            case Long whole -> tag.equals(Tag.INT) || tag.equals(Tag.FLOAT);
            case Double broken -> tag.equals(Tag.FLOAT);
            case Boolean truth -> tag.equals(Tag.BOOL);
            default -> false;
        };
    }
}
