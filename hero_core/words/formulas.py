"""The formulas behind the numbers as LaTeX, by name; each has a text `formulas.<name>` that says what it is."""

from __future__ import annotations

FORMULAS: dict[str, str] = {
    "votes": r"\ell_i(k) = \prod_{j \in \text{voters}} \pi_j[k, z_{ij}]",
    "posterior": r"p_i(k) = \frac{\mu_k\, \ell_i(k)}{\sum_m \mu_m\, \ell_i(m)}",
    "mv": r"\hat\mu_{MV} = \frac1n \sum_i \frac{\mathbf 1[1 \in T_i]}{|T_i|}, \quad "
    r"T_i = \arg\max_l \#\{j : z_{ij}=l\}",
    "em": r"\pi_j[k,l] \propto a_{kl} + \sum_i p_i(k)\, \mathbf 1[z_{ij} = l], \qquad "
    r"\mu_k \propto a_k + \sum_i p_i(k)",
    "hero1": r"\frac1n \sum_i \psi_i(\mu) = 0, \qquad "
    r"\psi_i(\mu) = \frac{\ell_i(1) - \ell_i(0)}{\mu\,\ell_i(1) + (1-\mu)\,\ell_i(0)}",
    "hero2": r"\frac1n \sum_i \psi_i(\mu) = \gamma^\top (\bar X - m_X), \qquad \gamma = S_{XX}^{-1} S_{X\psi}",
    "pec": r"c_i = \sum_k p_i(k)\, v(k), \qquad \hat s = \frac1n \sum_i c_i",
    "weight": r"w_j = \pi_j[1,1] + \pi_j[0,0] - 1",
    "log_ratio": r"\lambda_{ij} = \log \frac{\pi_j[k, z_{ij}]}{\pi_j[k', z_{ij}]}",
    "entropy": r"H_i = -\sum_k p_i(k) \log p_i(k)",
    "tau": r"\tau_b = \frac{C - D}{\sqrt{(P - T_1)(P - T_2)}}",
    "bootstrap": r"\left[\, \hat\theta^*_{(\alpha/2)},\; \hat\theta^*_{(1-\alpha/2)} \,\right]",
}

ON_PAGE: dict[str, tuple[str, ...]] = {
    "annotators": ("votes", "em", "weight"),
    "compare": ("mv", "votes", "em", "hero1", "hero2", "pec", "bootstrap"),
    "stability": ("tau",),
    "items": ("votes", "posterior", "pec", "entropy", "log_ratio"),
}
