package dev.hyperterse.runtime.audit;

import dev.hyperterse.calls.JsonSpan;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The arguments of a call as they may be shown: without the values of members that are named like credentials. Made when
 * they are first asked for, on the thread of the call.
 */
public final class ShownArguments {
    private static final int LONGEST = 16 * 1024;
    private static final String REDACTED = "[redacted]";

    /** Parts of names whose values are usually credentials. */
    private static final Set<String> CREDENTIALS = Set.of(
            "password",
            "passwd",
            "passphrase",
            "passcode",
            "pwd",
            "secret",
            "token",
            "apikey",
            "accesskey",
            "privatekey",
            "credential",
            "authorization",
            "bearer",
            "jwt",
            "cookie",
            "sessionid");

    /** Writes ASCII only, so that characters which terminals or collectors interpret are escaped. */
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                    .build())
            // A double could change the number that was sent.
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final JsonSpan sent;
    private Optional<JsonNode> tree = Optional.empty();

    public ShownArguments(JsonSpan sent) {
        this.sent = sent;
    }

    public JsonNode tree() {
        if (tree.isEmpty()) {
            tree = Optional.of(redacted(sent));
        }
        return tree.get();
    }

    String json() {
        return JSON.writeValueAsString(tree());
    }

    private static JsonNode redacted(JsonSpan arguments) {
        if (arguments.length() > LONGEST) {
            return text("[%d bytes]".formatted(arguments.length()));
        }
        try {
            var tree = JSON.readTree(arguments.bytes(), arguments.from(), arguments.length());
            redact(tree);
            return tree;
        } catch (JacksonException malformed) {
            return text("[no JSON]");
        }
    }

    private static void redact(JsonNode node) {
        switch (node) {
            case ObjectNode object ->
                object.properties().forEach(member -> {
                    if (isCredential(member.getKey())) {
                        member.setValue(text(REDACTED));
                    } else {
                        redact(member.getValue());
                    }
                });
            case ArrayNode array -> array.forEach(ShownArguments::redact);
            default -> {}
        }
    }

    /** Whether a member, a field or a variable of that name usually has a credential. */
    public static boolean isCredential(String name) {
        var plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        return CREDENTIALS.stream().anyMatch(plain::contains);
    }

    private static JsonNode text(String text) {
        return JSON.getNodeFactory().stringNode(text);
    }
}
