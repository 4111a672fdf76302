package dev.hyperterse.statement.binding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the findings in one statement. Keeps only the first few, because a hostile text could have thousands. */
public final class Findings {
    private static final int MOST = 20;

    private final List<Finding> findings = new ArrayList<>();

    public void add(RuleIdentifier rule, int offset, String message, String remedy) {
        if (findings.size() < MOST) {
            findings.add(new Finding(rule, offset, message, remedy));
        }
    }

    public boolean isEmpty() {
        return findings.isEmpty();
    }

    public List<Finding> inOrderOfTheText() {
        return findings.stream()
                .sorted(Comparator.comparingInt(Finding::offset))
                .toList();
    }
}
