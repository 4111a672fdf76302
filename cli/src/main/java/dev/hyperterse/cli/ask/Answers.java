package dev.hyperterse.cli.ask;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Answers what a tool asks while it runs. */
public interface Answers {
    /**
     * @param form the parameters of {@code elicitation/create}
     * @return its result
     */
    JsonNode fill(JsonNode form);

    /**
     * In place of a model.
     *
     * @param request the parameters of {@code sampling/createMessage}
     * @return a text; empty to refuse
     */
    Optional<String> reply(JsonNode request);

    /** Whether a person answers, without a time limit. */
    boolean byPerson();

    /** URIs that the client works in; with none it does not say that it has any. */
    List<String> roots();

    /** Declines and refuses. */
    Answers NONE = new Answers() {
        @Override
        public JsonNode fill(JsonNode form) {
            return FormDialog.ended("decline");
        }

        @Override
        public Optional<String> reply(JsonNode request) {
            return Optional.empty();
        }

        @Override
        public boolean byPerson() {
            return false;
        }

        @Override
        public List<String> roots() {
            return List.of();
        }
    };
}
