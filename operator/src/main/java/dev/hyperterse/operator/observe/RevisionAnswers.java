package dev.hyperterse.operator.observe;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.report.replica.ReplicaAnswer;
import dev.hyperterse.operator.report.replica.ReplicaAnswer.Connection;
import dev.hyperterse.operator.report.replica.ReplicaAnswer.Link;
import dev.hyperterse.operator.report.replica.ReplicaAnswer.Unverified;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads what a pod answers when it is asked what it serves; unknown fields are ignored. */
final class RevisionAnswers {
    /** Of an epoch and a digest, which are kept and become part of the next question. */
    private static final int MOST_CHARACTERS = 128;

    private RevisionAnswers() {}

    /**
     * Empty where no replica of that server says such a thing.
     *
     * @param server that the pod belongs to; an answer in the name of another comes from an address that was given away
     */
    static Optional<ReplicaAnswer> parse(byte[] json, ServerKey server) {
        try {
            return new AnswerMembers()
                    .read(json)
                    .filter(tree -> List.of("", server.toString())
                            .contains(tree.path("server").asString("")))
                    .map(tree -> new ReplicaAnswer(
                            revision(tree), refused(tree), adapters(tree), unverified(tree), state(tree)));
        } catch (JacksonException garbled) {
            return Optional.empty();
        }
    }

    private static Optional<Revision> revision(JsonNode tree) {
        return isShort(tree.path("epoch")) && isShort(tree.path("sha256"))
                ? Optional.of(new Revision(
                        tree.path("epoch").asString(),
                        tree.path("sequence").asLong(0),
                        tree.path("sha256").asString()))
                : Optional.empty();
    }

    private static boolean isShort(JsonNode text) {
        return text.isString() && text.asString().length() <= MOST_CHARACTERS;
    }

    private static OptionalLong state(JsonNode tree) {
        var state = tree.path("state");
        return state.isIntegralNumber() && state.canConvertToLong()
                ? OptionalLong.of(state.asLong())
                : OptionalLong.empty();
    }

    private static Map<String, String> refused(JsonNode tree) {
        var refused = new HashMap<String, String>();
        tree.path("refused")
                .valueStream()
                .filter(it -> it.path("leaf").isString())
                .forEach(it -> refused.put(
                        it.path("leaf").asString(), it.path("reason").asString("it does not say why")));
        return refused;
    }

    private static List<Connection> adapters(JsonNode tree) {
        return tree.path("adapters")
                .valueStream()
                .filter(it -> it.path("name").isString())
                .map(it -> new Connection(
                        it.path("name").asString(),
                        link(it.path("state").asString("")),
                        Optional.of(it.path("message").asString("")).filter(text -> !text.isEmpty())))
                .toList();
    }

    private static Map<String, Unverified> unverified(JsonNode tree) {
        var unverified = new HashMap<String, Unverified>();
        tree.path("unverified")
                .valueStream()
                .filter(it -> it.path("leaf").isString() && it.path("message").isString())
                .forEach(it -> unverified.put(
                        it.path("leaf").asString(),
                        new Unverified(
                                it.path("generation").asLong(0),
                                it.path("message").asString(),
                                Optional.of(it.path("offset").asInt(-1)).filter(offset -> offset >= 0))));
        return unverified;
    }

    private static Link link(String state) {
        return switch (state) {
            case "Up" -> Link.UP;
            case "Down" -> Link.DOWN;
            default -> Link.CONNECTING;
        };
    }
}
