package dev.hyperterse.operator.observe;

import dev.hyperterse.catalog.Revision;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What a pod answers when it is asked what it serves; fields this build does not know are passed over. */
record RevisionAnswer(Optional<Revision> revision) {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    static RevisionAnswer parse(byte[] json) {
        try {
            var tree = MAPPER.readTree(json);
            if (!tree.path("epoch").isString() || !tree.path("sha256").isString()) {
                return new RevisionAnswer(Optional.empty());
            }
            return new RevisionAnswer(Optional.of(new Revision(
                    tree.path("epoch").asString(),
                    tree.path("sequence").asLong(0),
                    tree.path("sha256").asString())));
        } catch (JacksonException garbled) {
            throw new UnreachableReplica("answers with something else than a revision", garbled);
        }
    }
}
