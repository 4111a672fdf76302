package dev.hyperterse.catalog;

import dev.hyperterse.catalog.server.Rates.Rate;
import java.util.Optional;

/**
 * The rates of one tool in calls per minute, in addition to those of its server; absent rates are not limited.
 *
 * @param perPrincipal of each caller
 * @param perTool of all callers together
 */
public record ToolRates(Optional<Rate> perPrincipal, Optional<Rate> perTool) {}
