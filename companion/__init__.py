"""What the games are: pure Python rules, content and words. No web, no paper, no network, no clock."""
