package dev.hyperterse.operator.compile.binding;

import dev.hyperterse.operator.problem.Position;
import dev.hyperterse.operator.problem.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The problems of one statement as they are found. Keeps the first few: a hostile text could have thousands. */
public final class Findings {
    private static final int MOST = 20;

    private record Finding(Rule rule, int offset, String message, String remedy) {}

    private final List<Finding> findings = new ArrayList<>();

    public void add(Rule rule, int offset, String message, String remedy) {
        if (findings.size() < MOST) {
            findings.add(new Finding(rule, offset, message, remedy));
        }
    }

    public boolean isEmpty() {
        return findings.isEmpty();
    }

    /** In the order of the text. */
    public List<Problem> problems(String path, String text) {
        return findings.stream()
                .sorted(Comparator.comparingInt(Finding::offset))
                .map(finding -> new Problem(
                        finding.rule().reason(),
                        path,
                        Optional.of(Position.in(text, finding.offset())),
                        finding.rule().identifier(),
                        finding.message(),
                        finding.remedy()))
                .toList();
    }
}
