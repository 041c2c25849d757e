"""Small visible parts that several pages share; they know nouns, never the store or the tasks."""
