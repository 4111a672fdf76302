package dev.hyperterse.catalog.statement;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** The target of a placeholder. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "from")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Reference.Input.class, name = "inputs"),
    @JsonSubTypes.Type(value = Reference.Environment.class, name = "env"),
    @JsonSubTypes.Type(value = Reference.PrincipalPlugin.class, name = "plugin"),
    @JsonSubTypes.Type(value = Reference.PrincipalSubject.class, name = "subject"),
    @JsonSubTypes.Type(value = Reference.PrincipalClaim.class, name = "claim")
})
public sealed interface Reference {
    /** Something of the identity of the caller. */
    sealed interface OfPrincipal extends Reference, BoundSource {
        /** As statements spell it. */
        String display();
    }

    /** {@code {{ inputs.name }}}; absent means NULL. */
    record Input(String name) implements Reference {}

    /** {@code {{ env.NAME }}}. */
    record Environment(String name) implements Reference {}

    /** {@code {{ principal.plugin }}}: which plugin has authenticated the subject; absent is an error, never NULL. */
    record PrincipalPlugin() implements OfPrincipal {
        @Override
        public String display() {
            return "principal.plugin";
        }
    }

    /** {@code {{ principal.subject }}}: the subject of the caller within its plugin; absent is an error, never NULL. */
    record PrincipalSubject() implements OfPrincipal {
        @Override
        public String display() {
            return "principal.subject";
        }
    }

    /**
     * {@code {{ principal.claims.name }}}; absent is an error, never NULL. The claim of that very name, or the one that
     * the dots lead to.
     */
    record PrincipalClaim(String name) implements OfPrincipal {
        @Override
        public String display() {
            return "principal.claims." + name;
        }
    }
}
