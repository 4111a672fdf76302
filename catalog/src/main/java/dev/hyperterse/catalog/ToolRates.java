package dev.hyperterse.catalog;

import dev.hyperterse.catalog.server.Rates.Rate;
import java.util.Optional;

/**
 * How many calls of one tool come in a minute, beside what its server allows; what is not given is not limited.
 *
 * @param perPrincipal of each caller
 * @param perTool of all callers together
 */
public record ToolRates(Optional<Rate> perPrincipal, Optional<Rate> perTool) {}
