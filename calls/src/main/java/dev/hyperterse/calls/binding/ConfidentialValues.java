package dev.hyperterse.calls.binding;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.HiddenValues;
import dev.hyperterse.calls.HiddenValues.Named;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.validation.ValidationFailures;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Values that an action uses and its caller has not sent: of the environment, and of the caller's identity. Engines
 * quote values that they cannot convert, so such a value is replaced by its name in their messages. Values of the
 * environment are hidden everywhere, values of the identity only if they are too long for an ordinary word (decision
 * 0156) and name no role of a statement: the roles are on a list of the owner of the adapter.
 */
public final class ConfidentialValues {
    /** Callers know their own claims, and hiding ordinary words would make messages unreadable. */
    private static final int SHORTEST_CLAIM = 8;

    private final Set<Reference> identity = new LinkedHashSet<>();
    private final List<Named> environment = new ArrayList<>();

    private ConfidentialValues(Stream<Reference> references, Set<Reference> ofRoles, ValueSet values) {
        references.distinct().forEach(reference -> {
            switch (reference) {
                case Reference.Environment(var name) ->
                    values.find(ValueKey.environment(name)).ifPresent(value -> hide("env." + name, value, environment));
                case Reference.PrincipalSubject _, Reference.PrincipalClaim _ -> {
                    if (!ofRoles.contains(reference)) {
                        identity.add(reference);
                    }
                }
                // The name of a plugin is an ordinary word and not secret.
                case Reference.PrincipalPlugin _, Reference.Input _ -> {}
            }
        });
    }

    /**
     * @param references the sources of the values of the action
     * @param ofRoles those that name the role of a statement
     */
    public static ConfidentialValues of(Stream<Reference> references, Set<Reference> ofRoles, ValueSet values) {
        return new ConfidentialValues(references, ofRoles, values);
    }

    /** The failure as the caller may see it. */
    public CallFailure hidden(CallFailure failure, Principal principal) {
        if (failure.stage() == Stage.BINDING) {
            // Binding failures quote the value that could not be converted, shortened if it is long.
            return new CallFailure(failure.stage(), without(failure.getMessage(), principal));
        }
        return failure.engine()
                .map(message -> new CallFailure(new EngineMessage(without(message.words(), principal), message.code())))
                .orElse(failure);
    }

    private String without(String words, Principal principal) {
        var hidden = new ArrayList<>(environment);
        identity.forEach(reference -> {
            switch (reference) {
                case Reference.PrincipalSubject() ->
                    principal.subject().ifPresent(subject -> hideLong("principal.subject", subject, hidden));
                case Reference.PrincipalClaim(var name) ->
                    principal.claim(name).stream()
                            .flatMap(ConfidentialValues::texts)
                            .forEach(text -> hideLong("principal.claims." + name, text, hidden));
                case Reference.PrincipalPlugin _, Reference.Input _, Reference.Environment _ -> {}
            }
        });
        return new HiddenValues(hidden).replacedIn(words, EngineMessage.MOST_CHARACTERS);
    }

    private static void hideLong(String name, String value, List<Named> hidden) {
        if (value.length() >= SHORTEST_CLAIM) {
            hide(name, value, hidden);
        }
    }

    /** Hides a value unchanged, escaped in a pattern of LIKE, and shortened as in our own messages. */
    private static void hide(String name, String value, List<Named> hidden) {
        var pattern = new StringBuilder();
        LikePattern.append(value, pattern);
        Stream.of(value, pattern.toString(), ValidationFailures.shown(value))
                .forEach(text -> hidden.add(new Named(name, text)));
    }

    /** The texts that a claim may be bound as: as a whole, and item by item. */
    private static Stream<String> texts(JsonNode claim) {
        var whole = Stream.of(claim.isString() ? claim.stringValue() : claim.toString());
        return claim.isArray() ? Stream.concat(whole, claim.valueStream().flatMap(ConfidentialValues::texts)) : whole;
    }
}
