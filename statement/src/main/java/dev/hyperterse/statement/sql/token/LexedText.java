package dev.hyperterse.statement.sql.token;

import java.util.List;

/**
 * A text in tokens.
 *
 * @param literalBraces offsets of {@code &#123;&#123;&#123;&#123;} outside templates, in order; each stands for two braces
 * @param complete false when lexing had to stop, so that the rest is unknown
 */
public record LexedText(List<Token> tokens, List<Integer> literalBraces, boolean complete) {
    public LexedText {
        tokens = List.copyOf(tokens);
        literalBraces = List.copyOf(literalBraces);
    }
}
