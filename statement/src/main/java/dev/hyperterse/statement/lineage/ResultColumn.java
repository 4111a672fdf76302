package dev.hyperterse.statement.lineage;

import java.util.Optional;

/**
 * A column of a result.
 *
 * @param name as the statement spells it; empty where the database makes one up
 * @param expanded whether the statement does not name it, but a star does
 */
public record ResultColumn(Optional<String> name, Source source, boolean expanded) {
    ResultColumn named(String other) {
        return new ResultColumn(Optional.of(other), source, expanded);
    }

    ResultColumn from(Source other) {
        return new ResultColumn(name, other, expanded);
    }

    ResultColumn behindStar() {
        return new ResultColumn(name, source, true);
    }
}
